"""How what people gave is removed."""
