/** Browser permissions of a hall's screen: to play sound, and to keep the screen on. */

import { isAudible, resumeAudio } from "../../lib/view/sound.ts";

class SoundState {
  /** Whether the bell would be heard. */
  now = $state(isAudible());
  #asking = false;

  /** Ask for sound; to be called by a press. */
  async ask(): Promise<void> {
    if (this.#asking || isAudible()) return;
    this.#asking = true;
    await resumeAudio(() => (this.now = isAudible()));
    this.#asking = false;
  }
}

export const sound = new SoundState();

/** Keep the screen on, where the browser can, until what is returned is called. */
export function keepScreenOn(): () => void {
  let over = false;
  let lock: WakeLockSentinel | undefined;
  const ask = async (): Promise<void> => {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // there is none, or not now
    }
  };
  void ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}

/** Fills the screen with the page, or ends that; does nothing if the browser does not allow it. */
export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch {
    // the browser does not allow it
  }
}
