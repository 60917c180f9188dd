// The list of tournaments, kept fresh while it is looked at.

import { keepFresh } from "../common/refresh.js";

keepFresh(5);
