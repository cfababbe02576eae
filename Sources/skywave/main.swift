print("skywave")
