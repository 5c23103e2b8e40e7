/** The sentence beside the button: exactly what the organiser will see, and that it is all (LOOK "Screens"). */
export function willSee(selected: readonly string[], alreadyShown: readonly string[]): string {
  if (selected.length === 0 && alreadyShown.length === 0) return 'Nothing is selected. They see nothing.';
  if (selected.length === 0) return `They see: ${alreadyShown.join(', ')}. Nothing else.`;
  const already = alreadyShown.length === 0 ? '' : ` They already see: ${alreadyShown.join(', ')}.`;
  return `They will see: ${selected.join(', ')}.${already} Nothing else.`;
}
