// SluiceCLI
