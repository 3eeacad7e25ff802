"""What a person did on the page of a task: keys, clicks, the player, phases; where the campaign asks for it."""
