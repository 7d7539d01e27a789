// Where the answers come from: the server of this page. The site without a server has another file of this name.
"use strict";

// send sends a request and returns the answer.
const send = (path, request) => fetch(path, request).catch(() => {
	throw new Error("The server does not answer.");
});
