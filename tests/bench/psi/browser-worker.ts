import * as Comlink from 'comlink';
import { loadInBrowser } from '../peers/openmined.ts';
import { createJobs } from './jobs.ts';

Comlink.expose(createJobs(loadInBrowser));
