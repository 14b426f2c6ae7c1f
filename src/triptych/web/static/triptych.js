// What a page does better with a script; every page works without it.
"use strict";
