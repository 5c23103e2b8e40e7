/** The discard port of this machine: a DNS server that refuses every query, so that no test asks a real one. */
export const NO_DNS = '127.0.0.1:9';
