/** All samples of the corpus: each system's folder, and what is held out of it. */
import { AUTO_REPLIES } from './auto-reply/samples.ts';
import { EVENTBRITE } from './eventbrite/index.ts';
import { EVENTBRITE_HELD_OUT } from './held-out/eventbrite.ts';
import { HI_EVENTS_HELD_OUT } from './held-out/hi-events.ts';
import { INDICO_HELD_OUT } from './held-out/indico.ts';
import { LOOK_ALIKES_HELD_OUT } from './held-out/look-alikes.ts';
import { LUMA_HELD_OUT } from './held-out/luma.ts';
import { MEETUP_HELD_OUT } from './held-out/meetup.ts';
import { ORGANISER_HELD_OUT } from './held-out/organiser.ts';
import { OTHERS_HELD_OUT } from './held-out/others.ts';
import { PEOPLE_HELD_OUT } from './held-out/people.ts';
import { PRETALX_CREW_HELD_OUT } from './held-out/pretalx-crew.ts';
import { PRETALX_HELD_OUT } from './held-out/pretalx.ts';
import { PRETIX_AFTER_EVENT_HELD_OUT } from './held-out/pretix-after-event.ts';
import { PRETIX_EAST_HELD_OUT } from './held-out/pretix-east.ts';
import { PRETIX_MORE_HELD_OUT } from './held-out/pretix-more.ts';
import { PRETIX_WEST_HELD_OUT } from './held-out/pretix-west.ts';
import { RARE_LANGUAGES_HELD_OUT } from './held-out/rare-languages.ts';
import { TITO_HELD_OUT } from './held-out/tito.ts';
import { HI_EVENTS } from './hi-events/index.ts';
import { INDICO } from './indico/index.ts';
import { TRANSLATED_HELD_OUT } from './held-out/translated.ts';
import { LUMA } from './luma/index.ts';
import { MEETUP } from './meetup/index.ts';
import { ORGANISER } from './organiser/index.ts';
import { OTHERS } from './others/samples.ts';
import { PEOPLE } from './people/index.ts';
import { PRETALX } from './pretalx/index.ts';
import { PRETIX } from './pretix/index.ts';
import type { Sample } from './sample.ts';
import { TITO } from './tito/index.ts';
import { TRAVEL } from './travel/samples.ts';

/** What rules are written from. */
export const SEEN: readonly Sample[] = [
  ...PRETIX,
  ...PRETALX,
  ...INDICO,
  ...HI_EVENTS,
  ...LUMA,
  ...EVENTBRITE,
  ...TITO,
  ...MEETUP,
  ...PEOPLE,
  ...ORGANISER,
  ...AUTO_REPLIES,
  ...OTHERS,
  ...TRAVEL,
];

/** What rules are measured on, and nobody who writes them reads. */
export const HELD_OUT: readonly Sample[] = [
  ...PRETIX_EAST_HELD_OUT,
  ...PRETIX_WEST_HELD_OUT,
  ...PRETIX_MORE_HELD_OUT,
  ...PRETIX_AFTER_EVENT_HELD_OUT,
  ...PRETALX_HELD_OUT,
  ...PRETALX_CREW_HELD_OUT,
  ...RARE_LANGUAGES_HELD_OUT,
  ...INDICO_HELD_OUT,
  ...HI_EVENTS_HELD_OUT,
  ...LUMA_HELD_OUT,
  ...EVENTBRITE_HELD_OUT,
  ...TITO_HELD_OUT,
  ...MEETUP_HELD_OUT,
  ...PEOPLE_HELD_OUT,
  ...ORGANISER_HELD_OUT,
  ...OTHERS_HELD_OUT,
  ...TRANSLATED_HELD_OUT,
  ...LOOK_ALIKES_HELD_OUT,
];

export const CORPUS: readonly Sample[] = [...SEEN, ...HELD_OUT];
