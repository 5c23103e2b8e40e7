/**
 * Links that look like a store's but are not.
 *
 * @param base the prefix of the store's public objects, e.g. `https://store.example/`
 */
export function hostileLinks(base: string): string[] {
  const { protocol, host, hostname, port, pathname } = new URL(base);
  const path = `${pathname}psi/0123456789abcdef-xyz`;
  const at = (authority: string, scheme = protocol): string => `${scheme}//${authority}${path}`;
  const portSuffix = port === '' ? '' : `:${port}`;
  return [
    // Similar names.
    at(`${host}.evil.example`),
    at(`evil.example.${host}`),
    at(`evil-${host}`),
    at(`${hostname}evil.example${portSuffix}`),
    at(`${hostname}.${portSuffix}`),
    at(`${hostname}..${portSuffix}`),
    at(hostname.toUpperCase() + portSuffix),
    at(hostname.replace('o', '\u043E').replace('a', '\u0430') + portSuffix),
    at(hostname.replace('l', '\u2113') + portSuffix),
    at(`${hostname}\u3002evil.example`),
    at(`${hostname}%2eevil.example`),
    at(`${hostname}%00.evil.example`),
    // User information, and forms that some parsers read as such.
    at(`${host}@evil.example`),
    at(`${host}:x@evil.example`),
    at(`user@${host}`),
    at(`user:password@${host}`),
    at(`@${host}`),
    `${protocol}//evil.example#@${host}${path}`,
    `${protocol}//evil.example?@${host}${path}`,
    `${protocol}//evil.example\\@${host}${path}`,
    `${protocol}//${host}\\@evil.example${path}`,
    // Ports and addresses.
    at(`${hostname}:1`),
    at(`${hostname}:0${port === '' ? '443' : port}`),
    at(`${hostname}:${protocol === 'https:' ? '443' : '80'}`, protocol),
    at(`[::1]${portSuffix}`),
    at('[::ffff:127.0.0.1]'),
    at('[::ffff:a9fe:a9fe]'),
    at('[fd00:ec2::254]'),
    at('127.0.0.1:1'),
    at('2130706433'),
    at('0x7f.1'),
    at('0177.0.0.1'),
    at('169.254.169.254'),
    at('0.0.0.0'),
    // Other schemes.
    at(host, protocol === 'https:' ? 'http:' : 'https:'),
    ...['ftp:', 'ws:', 'gopher:', 'blob:', 'data:', 'javascript:'].map((scheme) => at(host, scheme)),
    `file://${path}`,
    'file:///etc/passwd',
    `data:application/octet-stream,${base}psi/x`,
    `blob:${base}psi/0123456789abcdef-xyz`,
    `//${host}${path}`,
    path,
    'psi/0123456789abcdef-xyz',
    // The store's host with another path.
    `${base}psi%2F0123456789abcdef-xyz`,
    `${base}psi/%2e%2e/0123456789abcdef-xyz`,
    `${base}psi/..%2f0123456789abcdef-xyz`,
    `${base}psi/../psi/0123456789abcdef-xyz`,
    `${base}./psi/0123456789abcdef-xyz`,
    `${base}../psi/0123456789abcdef-xyz`,
    `${base}/psi/0123456789abcdef-xyz`,
    `${base}psi//0123456789abcdef-xyz`,
    `${base}psi/0123456789abcdef-xyz/`,
    `${base}psi/0123456789abcdef-xyz/y`,
    `${base}psi\\0123456789abcdef-xyz`,
    `${base}PSI/0123456789abcdef-xyz`,
    `${base}other/0123456789abcdef-xyz`,
    `${base}psi/0123456789abcdef-xyz%00`,
    `${base}psi/\u0661\u0662\u0663`,
    `${base}psi/${'x'.repeat(201)}`,
    `${base}psi/`,
    base,
    // More than a path.
    `${base}psi/0123456789abcdef-xyz?download=1`,
    `${base}psi/0123456789abcdef-xyz?`,
    `${base}psi/0123456789abcdef-xyz#`,
    `${base}psi/0123456789abcdef-xyz#@evil.example`,
    // Characters that a parser strips before it reads.
    ` ${base}psi/0123456789abcdef-xyz`,
    `${base}psi/0123456789abcdef-xyz `,
    `${base}psi/0123456789abcdef-xyz\n`,
    `${base}psi/0123456789\tabcdef-xyz`,
    `${base.slice(0, 2)}\n${base.slice(2)}psi/0123456789abcdef-xyz`,
    `\0${base}psi/0123456789abcdef-xyz`,
    'x',
  ];
}
