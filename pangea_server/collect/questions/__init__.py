"""Questions of annotators, and the answers of the data team."""
