// How the pages ask the server.

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function request(address, options) {
  return fetch(address, options);
}
