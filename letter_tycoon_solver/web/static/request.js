// How the pages ask the server.

/** @param {string} address @param {RequestInit} [options] @returns {Promise<Response>} */
export function request(address, options) {
  return fetch(address, options);
}

/** Asks for a stream of events. @param {string} address */
export const stream = (address) => new EventSource(address);
