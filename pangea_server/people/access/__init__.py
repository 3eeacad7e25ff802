"""Who a person is, and what they may do."""
