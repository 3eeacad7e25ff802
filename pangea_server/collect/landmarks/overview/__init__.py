"""How far the landmarks of a campaign are, what they took and cost, and what is left: for the data team."""
