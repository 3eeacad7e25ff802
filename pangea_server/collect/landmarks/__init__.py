"""Landmarks as they are collected: from answers in the store to records, and to the tasks that are asked next."""
