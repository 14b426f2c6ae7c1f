"""Where words come from: OpenAI-compatible endpoints, local GGUF files, and the scripted fake that ships."""

from triptych.models._model import Choice as Choice
from triptych.models._model import Completion as Completion
from triptych.models._model import Connection as Connection
from triptych.models._model import Message as Message
from triptych.models._model import Model as Model
from triptych.models._model import Option as Option
from triptych.models._model import Rejected as Rejected
from triptych.models._model import Request as Request
from triptych.models._model import TokenLogprobs as TokenLogprobs
from triptych.models._model import Unavailable as Unavailable
from triptych.models._model import open_model as open_model
from triptych.models._model import schemes as schemes
