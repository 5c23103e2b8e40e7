/** Drawings for common interests, and one for any other, in the style of the app's icons. */
import { createElement, type ComponentType } from 'react';
import { Icon, type IconProps } from './Icon.tsx';

const RunningIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="15.25" cy="4.5" r="1.75" />
    <path d="m13.5 8.5-3 4.25 3.5 2.75-.75 5.5M13.5 8.5 9.75 8l-2.5 3M13.5 8.5l2 2.75 3.25.5M10.5 12.75 9 16l-4.25.75" />
  </Icon>
);

const ClubsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 2.5v3.25" />
    <circle cx="12" cy="12.25" r="6.5" />
    <path d="M5.75 10.5h12.5M5.75 14h12.5M12 5.75c-3.75 3.5-3.75 9.5 0 13M12 5.75c3.75 3.5 3.75 9.5 0 13M19.5 18.5v2.5M18.25 19.75h2.5M4 3.75v2M3 4.75h2" />
  </Icon>
);

const BarsIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 4.5h15L12 12.75ZM12 12.75v7.5M8.25 20.25h7.5M7 7.25h10" />
  </Icon>
);

const HikesIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m2.75 19.25 6.5-12 4 7.25 2.25-3.5 5.75 8.25ZM7.25 11l2 1.5 1.9-1.5" />
    <circle cx="17.75" cy="5.5" r="1.75" />
  </Icon>
);

const KaraokeIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="15.25" cy="8.25" r="4.75" />
    <path d="m11.75 11.5-8 8.25M12.25 4.75l6.5 6.5M10.75 9.75l3 3" />
    <path d="m3.75 19.75 5.5-3.25M3.75 19.75 7 14.5" />
  </Icon>
);

const WanderingIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.75" />
    <path d="m15.75 8.25-2.25 5.25-5.25 2.25 2.25-5.25Z" />
  </Icon>
);

const AnyInterestIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5c.9 5.2 3.3 7.6 8.5 8.5-5.2.9-7.6 3.3-8.5 8.5-.9-5.2-3.3-7.6-8.5-8.5 5.2-.9 7.6-3.3 8.5-8.5Z" />
  </Icon>
);

const DRAWN: ReadonlyMap<string, ComponentType<IconProps>> = new Map([
  ['running', RunningIcon],
  ['clubsRaves', ClubsIcon],
  ['bars', BarsIcon],
  ['natureHikes', HikesIcon],
  ['karaoke', KaraokeIcon],
  ['wandering', WanderingIcon],
]);

/**
 * The drawing for an interest.
 *
 * @param interest its key
 */
export function InterestIcon({ interest, ...props }: IconProps & { interest: string }) {
  return createElement(DRAWN.get(interest) ?? AnyInterestIcon, props);
}
