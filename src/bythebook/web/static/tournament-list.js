// The list of tournaments, kept fresh while it is looked at.

import { keepFresh } from "./pit-refresh.js";

keepFresh(5);
