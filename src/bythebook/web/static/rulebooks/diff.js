// What two books have not in common: prices are asked after until they are there.

import { poll } from "../odds/jobs.js";

poll();
