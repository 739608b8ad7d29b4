#ifndef COSYSCRIBE_TEXTNORM_SOUND_EN_H_
#define COSYSCRIBE_TEXTNORM_SOUND_EN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cosyscribe::textnorm {

// How an English word sounds, roughly: a letter for each sound. Small letters are vowels, in three
// classes; capitals are consonants, with X for sh, C for ch and Q for th. A word in capitals and
// small letters is read part by part (GitHub is git and hub).
std::string SoundOf(std::string_view word);

// The consonants of a sound, those that are easily confused written alike.
std::string SkeletonOf(std::string_view sound);

// The skeleton and, where it is long enough, what is left of it without one of its consonants:
// two sounds that differ in one consonant have one of these in common.
std::vector<std::string> KeysOf(const std::string& skeleton);

// What it costs to turn one sound into another; 1 is a consonant more, less, or quite another.
// Stops at `limit`: what is above it may be less than the whole.
double SoundDistance(std::string_view from, std::string_view to, double limit);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_SOUND_EN_H_
