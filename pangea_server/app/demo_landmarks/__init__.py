"""The landmark part of the demo: two Guides whose voices are synthetic, and colleagues who are programs."""
