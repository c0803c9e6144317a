// One function of google/robotstxt for benchmarks/public_rows.py, which says how to build it.
#include "robots.h"

extern "C" bool allowed(const char* body, size_t size, const char* agent, const char* url) {
  googlebot::RobotsMatcher matcher;
  return matcher.OneAgentAllowedByRobots(absl::string_view(body, size), agent, url);
}
