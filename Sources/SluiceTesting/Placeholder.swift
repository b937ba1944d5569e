// SluiceTesting
