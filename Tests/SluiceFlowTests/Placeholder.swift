// SluiceFlow
