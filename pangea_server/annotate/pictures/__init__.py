"""Licensed pictures: who may see which, who has seen which, and whose number is in them."""
