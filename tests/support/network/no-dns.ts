/** The discard port of this machine. It refuses every query, so that no test asks a real DNS server. */
export const NO_DNS = '127.0.0.1:9';
