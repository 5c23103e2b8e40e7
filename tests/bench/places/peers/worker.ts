import * as Comlink from 'comlink';
import { loadInBrowser } from '../../peers/openmined.ts';
import { createExtras } from '../extras.ts';

Comlink.expose(createExtras(loadInBrowser));
