// SluiceHTTP
