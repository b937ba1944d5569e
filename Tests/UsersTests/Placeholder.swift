// Users
