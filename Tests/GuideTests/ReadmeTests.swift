import Mercator
import Testing
