import Payload
