/** The app's own icons for its actions and states. */
import { Icon, type IconProps } from './Icon.tsx';

export const DeviceIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="6.5" y="2.75" width="11" height="18.5" rx="2.5" />
    <path d="M10.5 18h3" />
  </Icon>
);

export const StampIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.5 13.5c.6-2.1-.9-3.4-.9-5.6a3.4 3.4 0 0 1 6.8 0c0 2.2-1.5 3.5-.9 5.6" />
    <path d="M5 17.25v-1.75a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v1.75Z" />
    <path d="M5 20.75h14" />
  </Icon>
);

export const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.75 12S6 5.75 12 5.75 21.25 12 21.25 12 18 18.25 12 18.25 2.75 12 2.75 12Z" />
    <circle cx="12" cy="12" r="2.75" />
  </Icon>
);

export const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M9.9 6A8.6 8.6 0 0 1 12 5.75C18 5.75 21.25 12 21.25 12a15 15 0 0 1-2.6 3.4M6.5 7.5A14.5 14.5 0 0 0 2.75 12S6 18.25 12 18.25a8.7 8.7 0 0 0 4.7-1.4" />
    <path d="m3.5 3.5 17 17" />
  </Icon>
);

export const FileIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13.5 2.75H7.25a2 2 0 0 0-2 2v14.5a2 2 0 0 0 2 2h9.5a2 2 0 0 0 2-2V8Z" />
    <path d="M13.5 2.75V8h5.25M12 17.5v-5.5M9.5 14.25 12 11.75l2.5 2.5" />
  </Icon>
);

export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.75v11M7.5 10.5l4.5 4.5 4.5-4.5M4.25 19.75h15.5" />
  </Icon>
);

export const InstallIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M13.5 2.75H9A2.5 2.5 0 0 0 6.5 5.25v13.5a2.5 2.5 0 0 0 2.5 2.5h6a2.5 2.5 0 0 0 2.5-2.5V13M10.5 18h3" />
    <path d="M18 2.75v7M15 7l3 3 3-3" />
  </Icon>
);

export const ShareIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 14.5V3M8 6.75 12 2.75l4 4" />
    <path d="M8.5 9.75h-2a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-9a1 1 0 0 0-1-1h-2" />
  </Icon>
);

export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10.75" cy="10.75" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </Icon>
);

export const LeaveIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 3.75H6.25a2 2 0 0 0-2 2v12.5a2 2 0 0 0 2 2H10M15.5 8l4 4-4 4M19.25 12H9.5" />
  </Icon>
);

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);

export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4.75 12.75 4.75 4.75L19.25 7" />
  </Icon>
);

export const ChevronIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 9.25 6 6 6-6" />
  </Icon>
);

export const BackIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m14.75 6-6 6 6 6" />
  </Icon>
);

export const LedgerIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6.5 2.75h11a1.5 1.5 0 0 1 1.5 1.5v15.5a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5V4.25a1.5 1.5 0 0 1 1.5-1.5Z" />
    <path d="M8.75 7.75h6.5M8.75 12h6.5M8.75 16.25h3.5" />
  </Icon>
);

export const ResumeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 4.75v14.5L19.25 12Z" />
  </Icon>
);

export const AgainIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 11.5A8 8 0 0 0 5.5 7.25L3.75 9M4 12.5a8 8 0 0 0 14.5 4.25L20.25 15" />
    <path d="M3.75 4.25V9H8.5M20.25 19.75V15H15.5" />
  </Icon>
);

export const PencilIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 20 .9-4.1L16.3 4.5a2.15 2.15 0 0 1 3.05 3.05L7.95 18.95Z" />
    <path d="m14.25 6.5 3.1 3.1" />
  </Icon>
);

export const SealIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.75" />
    <path d="m8.25 12.25 2.6 2.6 4.9-5.2" />
  </Icon>
);

export const DashedRingIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.75" strokeDasharray="3.2 3.67" />
  </Icon>
);

export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5 2.75 19.75h18.5Z" />
    <path d="M12 10v4.25M12 17v.01" />
  </Icon>
);

export const InfoIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.75" />
    <path d="M12 11v5.25M12 7.75v.01" />
  </Icon>
);

export const OfflineIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.75 9.25a14 14 0 0 1 5-3M11.5 5.3a14 14 0 0 1 9.75 3.95M5.75 12.75a9.5 9.5 0 0 1 4.5-2.5M15 10.8a9.5 9.5 0 0 1 3.25 1.95M9 16a4.75 4.75 0 0 1 6 0" />
    <path d="M12 19.5v.01M3.5 3.5l17 17" />
  </Icon>
);

export const KeyIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="8" cy="15.5" r="4.25" />
    <path d="m11 12.5 8.75-8.75M16 7.5l3 3M13.25 10.25l1.75 1.75" />
  </Icon>
);

export const GaugeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.6 18.25a9.25 9.25 0 1 1 14.8 0" />
    <path d="m12 13.25 4-4.5" />
    <circle cx="12" cy="13.25" r="1.5" />
  </Icon>
);
