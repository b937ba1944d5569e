// SluiceStore
