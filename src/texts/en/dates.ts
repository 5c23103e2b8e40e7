import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const dateTexts = defineTexts('dates', {
  days: params('{first}–{last}'),
  dayOfMonth: params('{day} {month}'),
  day: params('{day} {month} {year}'),
  span: params('{first} – {last}'),
  moment: params('{date}, {time}'),
});
