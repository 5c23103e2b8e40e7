/** What a scope lets Waystamp do, in plain words. */
export function scopeWords(scope: string): string {
  if (scope === 'email') return 'your address';
  if (scope === 'profile') return 'your name';
  return 'reading your mail (read-only)';
}
