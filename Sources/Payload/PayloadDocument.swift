// Turns bytes into a checked, immutable document.
