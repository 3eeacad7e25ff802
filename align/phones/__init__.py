"""How words sound: their phones, and speech made from them."""
