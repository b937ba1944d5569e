// Layering
