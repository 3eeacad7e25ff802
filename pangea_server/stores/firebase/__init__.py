"""Firestore and Cloud Storage."""
