// Program
