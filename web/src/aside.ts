// The inside of the worker.

import '@referee/engine/worker'
