"""From view boxes of a thing at some viewpoints to where others see it."""
