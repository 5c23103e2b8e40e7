/** The position of a place on the world map, which leaves out Antarctica and the far Arctic. */

/** Size of the drawing in units. */
export const MAP_WIDTH = 720;
export const MAP_HEIGHT = 326;

/** The northern edge in degrees; the southern one lies near 56° S. */
const NORTH = 78;
const UNITS_PER_RADIAN = MAP_WIDTH / (2 * Math.PI);

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Miller's cylindrical projection: O. M. Miller, Geographical Review 32 (1942). Radians. */
function miller(latitude: number): number {
  return 1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * latitude));
}

export interface Point {
  x: number;
  y: number;
}

/**
 * The position of a place in the drawing, from its WGS 84 degrees; outside the drawing for a place beyond its edges.
 */
export function project({ latitude, longitude }: { latitude: number; longitude: number }): Point {
  return {
    x: radians(longitude + 180) * UNITS_PER_RADIAN,
    y: (miller(radians(NORTH)) - miller(radians(latitude))) * UNITS_PER_RADIAN,
  };
}
