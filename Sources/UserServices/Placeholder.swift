// UserServices
