// What files ask for on Linux only; Darwin.swift has the rest.

public let MSG_NOSIGNAL: Int32 = 0x4000
