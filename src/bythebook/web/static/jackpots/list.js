// The list of jackpots stays fresh while somebody looks at it.

import { keepFresh } from "../common/refresh.js";

keepFresh(3);
